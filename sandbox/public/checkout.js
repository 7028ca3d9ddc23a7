const number = document.querySelector('input[name="number"]');
const expiry = document.querySelector('input[name="expiry"]');
const group = (text) =>
  text
    .replace(/\D/g, "")
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, "$1 ");

number?.addEventListener("input", () => {
  number.value = group(number.value);
});
expiry?.addEventListener("input", () => {
  const digits = expiry.value.replace(/\D/g, "").slice(0, 4);
  expiry.value = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
});
for (const button of document.querySelectorAll("[data-card]")) {
  button.addEventListener("click", () => {
    number.value = group(button.dataset.card);
    expiry.value = "12/34";
    document.querySelector('input[name="cvc"]').value = "123";
  });
}
