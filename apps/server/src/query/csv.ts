/** Text that a spreadsheet would read as a formula, including leading characters that it ignores. */
const formula = /^[\s\p{Cc}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u;

/** Text may come from a stranger: a possible formula gets an apostrophe, so that a spreadsheet shows it instead of running it. */
const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

const toCell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${escapeFormula(value).replaceAll('"', '""')}"`;

/** The byte order mark at the start of a CSV file: without it Excel does not read the file as UTF-8. */
export const csvMark = '\uFEFF';

/** One line of CSV as in RFC 4180. Numbers are our own; all text is quoted. */
export const toCsvLine = (values: readonly (string | number)[]): string => `${values.map(toCell).join(',')}\r\n`;
