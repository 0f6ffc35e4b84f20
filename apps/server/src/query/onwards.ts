type Given = Readonly<Record<string, unknown>>;

/** The `Link` header of a file with a next part: the same query from that position, whose result can be appended. */
export const onwards = (path: string, query: Given, from: Given): string => {
  const given: Given = { ...query, header: 'absent', ...from };
  const pairs = Object.entries(given).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
  return `<${path}?${new URLSearchParams(pairs).toString()}>; rel="next"`;
};
