/**
 * The records of a CSV text (RFC 4180): quoted fields may hold separators, quotes and line ends. Empty lines are
 * skipped.
 */
export const csvRecords = function* (text: string): Generator<readonly string[], void, void> {
  // a match includes the end of its field: a comma, a line end, or the end of the text
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^,\r\n]*))(,|\r?\n|\r|$)/gy;
  let record: string[] = [];
  for (let at = 0; at <= text.length;) {
    field.lastIndex = at;
    // a quote that is never closed is part of its field
    const [whole = '', quoted, plain = '', end = ''] = field.exec(text) ?? [text.slice(at), undefined, text.slice(at), ''];
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (end === ',') continue;
    if (record.some((one) => one.trim() !== '')) yield record;
    record = [];
    if (end === '') break;
  }
};
