/** What a spreadsheet would read as a formula, whatever stands before it that it leaves out. */
const formula = /^[\s\p{Cc}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u;

/** Text that a stranger may have sent: one that looks like a formula gets an apostrophe, so that a spreadsheet shows it and runs nothing. */
const defused = (text: string): string => (formula.test(text) ? `'${text}` : text);

const cell = (value: string | number): string => (typeof value === 'number' ? String(value) : `"${defused(value).replaceAll('"', '""')}"`);

/** One line of CSV as RFC 4180 has it. Numbers are our own; all text is quoted. */
export const csvLine = (values: readonly (string | number)[]): string => `${values.map(cell).join(',')}\r\n`;
