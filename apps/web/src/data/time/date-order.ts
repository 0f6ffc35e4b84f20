/** Whether 3/28 is written day first by this locale. */
export function isDayFirst(locale: string): boolean {
  const order = partsOf(locale);
  return order.indexOf('day') < order.indexOf('month');
}

/** An English locale that writes dates in the order of this one: fields follow the reader’s order, while their words stay English. */
export function englishLikeOrder(locale: string): 'en-GB' | 'en-US' | 'en-CA' {
  if (partsOf(locale)[0] === 'year') return 'en-CA';
  return isDayFirst(locale) ? 'en-GB' : 'en-US';
}

const partsOf = (locale: string): readonly string[] =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', day: 'numeric', month: 'numeric' })
    .formatToParts(new Date(2026, 2, 28))
    .map(({ type }) => type)
    .filter((type) => type !== 'literal');
