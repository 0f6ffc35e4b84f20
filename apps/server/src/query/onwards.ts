/** The `Link` header of a file that goes on: the same question from there on, whose answer can be appended to this one. */
export const onwards = (
  path: string,
  query: Readonly<Record<string, unknown>>,
  from: Readonly<Record<string, string | number>>,
): string => {
  const given = Object.entries({ ...query, header: 'absent', ...from }).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return `<${path}?${new URLSearchParams(given).toString()}>; rel="next"`;
};
