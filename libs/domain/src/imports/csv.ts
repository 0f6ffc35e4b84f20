/** Records of a table in CSV (RFC 4180): fields may be quoted, and hold separators, quotes and line ends then. Empty lines are left out. */
export const csvRecords = function* (text: string): Generator<readonly string[], void, void> {
  // what ends a field comes with it: a comma, a line end, or the end of the text
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^,\r\n]*))(,|\r?\n|\r|$)/gy;
  let record: string[] = [];
  for (let at = 0; at <= text.length;) {
    field.lastIndex = at;
    // a quote that is never closed is a part of its field
    const [whole = '', quoted, plain = '', end = ''] = field.exec(text) ?? [text.slice(at), undefined, text.slice(at), ''];
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (end === ',') continue;
    if (record.some((one) => one.trim() !== '')) yield record;
    record = [];
    if (end === '') break;
  }
};
