type Given = Readonly<Record<string, unknown>>;

/** The `Link` header of a file that has a next part: the same query from that position, whose answer can be appended to this one. */
export const onwards = (path: string, query: Given, from: Given): string => {
  const given: Given = { ...query, header: 'absent', ...from };
  const pairs = Object.entries(given).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
  return `<${path}?${new URLSearchParams(pairs).toString()}>; rel="next"`;
};
