import { minorOfMicros } from "@litfass/contract/kernel/money";
import { hundredthsOf } from "@litfass/contract/kernel/percent";
import type { InvoiceRow } from "../tables.ts";
import { t } from "../texts.ts";
import { amount, categoryOf, exemptionCodeOf, exemptionOf, isOutsideVat, percentNode } from "./e-invoice-tax.ts";
import { dayOf, formatDay, type InvoiceLine, listMicrosOf, subjectOfLine, textIn } from "./invoice.ts";
import { paymentReference } from "./qr-bill.ts";
import { type XmlNode as Node, xmlDocument } from "./xml-document.ts";

export const eInvoiceName = "factur-x.xml";

const day = (on: string): Node[] => [["udt:DateTimeString", on.replaceAll("-", ""), { format: "102" }]];

/**
 * The invoice as EN 16931 (UN/CEFACT cross industry invoice), embedded in the PDF of invoices in EUR. Its VAT category
 * and reason agree with the page (`vatTreatmentOf`). Credit notes have type 381 and positive amounts, as the standard
 * requires.
 */
export function eInvoice(invoice: InvoiceRow): string {
  const root: Node = [
    "rsm:CrossIndustryInvoice",
    [
      [
        "rsm:ExchangedDocumentContext",
        [["ram:GuidelineSpecifiedDocumentContextParameter", [["ram:ID", "urn:cen.eu:en16931:2017"]]]],
      ],
      [
        "rsm:ExchangedDocument",
        [
          ["ram:ID", invoice.number],
          ["ram:TypeCode", invoice.kind === "credit_note" ? "381" : "380"],
          ["ram:IssueDateTime", day(dayOf(invoice.issuedAt))],
        ],
      ],
      [
        "rsm:SupplyChainTradeTransaction",
        [...positions(invoice), agreement(invoice), delivery(invoice), settlement(invoice)],
      ],
    ],
    {
      "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
      "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
      "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
    },
  ];
  return xmlDocument(root);
}

/** The standard requires positive amounts on credit notes. */
const minorOf = (invoice: InvoiceRow, micros: bigint): number =>
  minorOfMicros(invoice.kind === "credit_note" ? -micros : micros);

const positions = (invoice: InvoiceRow): Node[] =>
  invoice.lines.map((position, index) => {
    const net = amount(minorOf(invoice, BigInt(position.netMicros)));
    const list = amount(minorOf(invoice, listMicrosOf(position)));
    const name = textIn(subjectOfLine(position), invoice.language);
    return [
      "ram:IncludedSupplyChainTradeLineItem",
      [
        ["ram:AssociatedDocumentLineDocument", [["ram:LineID", String(index + 1)]]],
        ["ram:SpecifiedTradeProduct", [["ram:Name", name]]],
        ["ram:SpecifiedLineTradeAgreement", [["ram:NetPriceProductTradePrice", [["ram:ChargeAmount", list]]]]],
        ["ram:SpecifiedLineTradeDelivery", [["ram:BilledQuantity", "1", { unitCode: "C62" }]]],
        [
          "ram:SpecifiedLineTradeSettlement",
          [
            [
              "ram:ApplicableTradeTax",
              [["ram:TypeCode", "VAT"], ["ram:CategoryCode", categoryOf(invoice)], ...percentNode(invoice)],
            ],
            ...allowance(invoice, position),
            ["ram:SpecifiedTradeSettlementLineMonetarySummation", [["ram:LineTotalAmount", net]]],
          ],
        ],
      ],
    ];
  });

/** Code of a discount in UNTDID 5189. */
const discountCode = "95";

/**
 * The allowance of a line (BG-27): the line's net amount is its list price less this. The percentage is stated where it
 * gives the amount exactly, because validators compute it.
 */
function allowance(invoice: InvoiceRow, position: InvoiceLine): Node[] {
  const { discount } = position;
  if (!discount) return [];
  const [micros, listMicros] = [BigInt(discount.micros), listMicrosOf(position)];
  const isExact = discount.percent !== null && listMicros * BigInt(hundredthsOf(discount.percent)) === micros * 10_000n;
  const base = amount(minorOf(invoice, listMicros));
  return [
    [
      "ram:SpecifiedTradeAllowanceCharge",
      [
        ["ram:ChargeIndicator", [["udt:Indicator", "false"]]],
        ...(isExact
          ? ([
              ["ram:CalculationPercent", amount(hundredthsOf(discount.percent ?? 0))],
              ["ram:BasisAmount", base],
            ] as Node[])
          : []),
        ["ram:ActualAmount", amount(minorOf(invoice, micros))],
        ["ram:ReasonCode", discountCode],
        ["ram:Reason", textIn(subjectOfLine(discount), invoice.language)],
      ],
    ],
  ];
}

type Party = {
  name: string;
  street: string;
  houseNumber: string;
  postalCode: string;
  city: string;
  countryCode: string;
};

const compact = (vatNumber: string): string => vatNumber.replaceAll(/[^A-Za-z0-9]/g, "").toUpperCase();

/** VAT number prefixes that differ from the country code; Liechtenstein uses Swiss numbers. */
const vatPrefixes: Record<string, string> = { GR: "EL", LI: "CHE", CH: "CHE" };

/**
 * Whether a number can be a VAT identifier: EN 16931 (BR-CO-09) requires the country prefix. Any other number, such
 * as a US EIN, is the buyer's registration (BT-47), which is also valid for reverse charge (BR-AE-02).
 */
const hasVatPrefix = (vatNumber: string, countryCode: string): boolean =>
  compact(vatNumber).startsWith(vatPrefixes[countryCode] ?? countryCode);

const party = (name: string, of: Party, vatNumber: string | null, id: string | null = null): Node => [
  name,
  [
    ...(id ? ([["ram:ID", id]] as Node[]) : []),
    ["ram:Name", of.name],
    ...(vatNumber && !hasVatPrefix(vatNumber, of.countryCode)
      ? ([["ram:SpecifiedLegalOrganization", [["ram:ID", compact(vatNumber)]]]] as Node[])
      : []),
    [
      "ram:PostalTradeAddress",
      (
        [
          ["ram:PostcodeCode", of.postalCode],
          ["ram:LineOne", `${of.street} ${of.houseNumber}`.trim()],
          ["ram:CityName", of.city],
          ["ram:CountryID", of.countryCode],
        ] as Node[]
      ).filter(([, text]) => text !== ""),
    ],
    ...(vatNumber && hasVatPrefix(vatNumber, of.countryCode)
      ? ([["ram:SpecifiedTaxRegistration", [["ram:ID", compact(vatNumber), { schemeID: "VA" }]]]] as Node[])
      : []),
  ],
];

/**
 * Seller and buyer. Outside VAT neither has a VAT identifier (BR-O-02); the seller is then identified by its register
 * entry or else its mail address (BR-CO-26).
 */
function agreement(invoice: InvoiceRow): Node {
  const { seller, buyer } = invoice;
  const buyerVatNumber = isOutsideVat(invoice) ? null : buyer.vatNumber;
  const sellerId = seller.vatNumber === null ? seller.register || seller.email : null;
  return [
    "ram:ApplicableHeaderTradeAgreement",
    [
      party("ram:SellerTradeParty", seller, seller.vatNumber, sellerId),
      party("ram:BuyerTradeParty", { ...buyer, name: buyer.company || buyer.name }, buyerVatNumber),
    ],
  ];
}

const delivery = (invoice: InvoiceRow): Node => [
  "ram:ApplicableHeaderTradeDelivery",
  [["ram:ActualDeliverySupplyChainEvent", [["ram:OccurrenceDateTime", day(dayOf(invoice.issuedAt))]]]],
];

function settlement(invoice: InvoiceRow): Node {
  const net = amount(minorOf(invoice, invoice.netMicros));
  const vat = amount(minorOf(invoice, invoice.vatMicros));
  const gross = amount(minorOf(invoice, invoice.grossMicros));
  const isDue = invoice.paidBy === "order" && invoice.kind === "invoice";
  return [
    "ram:ApplicableHeaderTradeSettlement",
    [
      ["ram:PaymentReference", paymentReference(invoice.seller.iban, invoice.year, invoice.sequence)],
      ["ram:InvoiceCurrencyCode", invoice.currency],
      paymentMeans(invoice),
      [
        "ram:ApplicableTradeTax",
        [
          ["ram:CalculatedAmount", vat],
          ["ram:TypeCode", "VAT"],
          ...exemptionOf(invoice),
          ["ram:BasisAmount", net],
          ["ram:CategoryCode", categoryOf(invoice)],
          ...exemptionCodeOf(invoice),
          ...percentNode(invoice),
        ],
      ],
      ...(invoice.dueOn ? [terms(invoice, invoice.dueOn)] : []),
      [
        "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
        [
          ["ram:LineTotalAmount", net],
          ["ram:TaxBasisTotalAmount", net],
          ["ram:TaxTotalAmount", vat, { currencyID: invoice.currency }],
          ["ram:GrandTotalAmount", gross],
          ["ram:TotalPrepaidAmount", isDue ? "0.00" : gross],
          ["ram:DuePayableAmount", isDue ? gross : "0.00"],
        ],
      ],
      ...(invoice.corrects
        ? ([["ram:InvoiceReferencedDocument", [["ram:IssuerAssignedID", invoice.corrects]]]] as Node[])
        : []),
    ],
  ];
}

/** Bank transfer (30) to the seller's account, or an online payment service (68), by card or otherwise (UNTDID 4461). */
const paymentMeans = (invoice: InvoiceRow): Node => [
  "ram:SpecifiedTradeSettlementPaymentMeans",
  invoice.paidBy === "card"
    ? [["ram:TypeCode", "68"]]
    : [
        ["ram:TypeCode", "30"],
        ["ram:PayeePartyCreditorFinancialAccount", [["ram:IBANID", invoice.seller.iban]]],
        ...(invoice.seller.bic
          ? ([["ram:PayeeSpecifiedCreditorFinancialInstitution", [["ram:BICID", invoice.seller.bic]]]] as Node[])
          : []),
      ],
];

const terms = (invoice: InvoiceRow, dueOn: string): Node => [
  "ram:SpecifiedTradePaymentTerms",
  [
    ["ram:Description", `${t(invoice.language, "invoice.due_on")} ${formatDay(dueOn)}`],
    ["ram:DueDateDateTime", day(dueOn)],
  ],
];

/** The PDF metadata of the embedded invoice required by Factur-X (ZUGFeRD). */
export const eInvoiceMetadata = `
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${eInvoiceName}</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${["DocumentFileName", "DocumentType", "Version", "ConformanceLevel"]
  .map(
    (name) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${name} of the embedded invoice</pdfaProperty:description></rdf:li>`,
  )
  .join("")}</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
