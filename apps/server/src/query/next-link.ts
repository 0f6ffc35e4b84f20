type QueryParams = Readonly<Record<string, unknown>>;

/** The `Link` header of a file with a next part: the same query from that position, whose result can be appended. */
export const nextLink = (path: string, query: QueryParams, from: QueryParams): string => {
  const params: QueryParams = { ...query, header: 'absent', ...from };
  const pairs = Object.entries(params).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
  return `<${path}?${new URLSearchParams(pairs).toString()}>; rel="next"`;
};
