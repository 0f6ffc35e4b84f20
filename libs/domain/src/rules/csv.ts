const separators = [',', ';', '\t'] as const;

/** The separator that the header has most of, outside quotes; a comma where it has none. */
const separatorOf = (text: string): string => {
  const [header = ''] = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text) ?? [];
  const unquotedText = header.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = separators.map((one) => unquotedText.split(one).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
};

/**
 * The records of a CSV text (RFC 4180), separated by commas, semicolons or tabs: quoted fields may hold separators, quotes and
 * line ends. Empty lines are skipped.
 */
export const parseCsv = function* (text: string): Generator<readonly string[], void, void> {
  // Excel writes `sep=;` above a header
  const [before = '', separatorMark] = /^(?:[ \t]*\r?\n)*(?:sep=([,;\t])[ \t]*\r?\n)?(?:[ \t]*\r?\n)*/i.exec(text) ?? [];
  const separator = separatorMark ?? separatorOf(text.slice(before.length, before.length + 100_000));
  // a match includes the end of its field: a separator, a line end, or the end of the text
  const field = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, 'gy');
  let record: string[] = [];
  for (let at = before.length; at <= text.length;) {
    field.lastIndex = at;
    // a quote that is never closed is part of its field
    const [wholeField = '', quotedText, plainText = '', end = ''] = field.exec(text) ?? [text.slice(at), undefined, text.slice(at), ''];
    record.push(quotedText === undefined ? plainText : quotedText.replaceAll('""', '"'));
    at += wholeField.length;
    if (end === separator) continue;
    if (record.some((one) => one.trim() !== '')) yield record;
    record = [];
    if (end === '') break;
  }
};
