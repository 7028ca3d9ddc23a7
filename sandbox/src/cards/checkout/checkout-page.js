// Groups the digits while typing, marks the card's brand, fills in test cards, and prevents double submits.
(() => {
  const form = document.querySelector(".checkout");
  const { number, expiry, cvc, name } = form.elements;
  const starts = {
    visa: /^4/,
    mastercard: /^(5[1-5]|2[2-7])/,
    amex: /^3[47]/,
    discover: /^6(011|5|4[4-9])/,
    jcb: /^35/,
    unionpay: /^62/,
  };
  const brandOf = (figures) => Object.keys(starts).find((brand) => starts[brand].test(figures));

  const showNumber = () => {
    const figures = number.value.replace(/\D/g, "").slice(0, 19);
    const brand = brandOf(figures);
    const groups = brand === "amex" ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,7})?/;
    const atEnd = number.selectionStart === number.value.length;
    if (atEnd) number.value = groups.exec(figures)?.slice(1).filter(Boolean).join(" ") ?? "";
    for (const icon of form.querySelectorAll(".brands .card-icon")) {
      icon.classList.toggle("other", brand !== undefined && icon.dataset.brand !== brand);
    }
  };
  number.addEventListener("input", showNumber);
  showNumber();

  expiry.addEventListener("input", (event) => {
    const figures = expiry.value.replace(/\D/g, "").slice(0, 4);
    if (event.inputType?.startsWith("delete") || figures.length < 2) return;
    expiry.value = `${figures.slice(0, 2)} / ${figures.slice(2)}`;
  });

  for (const button of form.querySelectorAll("button[name=fill]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      number.value = button.value;
      number.setSelectionRange(number.value.length, number.value.length);
      showNumber();
      expiry.value = `12 / ${String(new Date().getFullYear() + 4).slice(2)}`;
      cvc.value = brandOf(button.value) === "amex" ? "1234" : "123";
      (name.value === "" ? name : document.getElementById("pay")).focus();
    });
  }

  form.addEventListener("submit", () => {
    setTimeout(() => {
      for (const button of form.querySelectorAll("button")) button.disabled = true;
    });
  });
  addEventListener("pageshow", () => {
    for (const button of form.querySelectorAll("button")) button.disabled = false;
  });
})();
