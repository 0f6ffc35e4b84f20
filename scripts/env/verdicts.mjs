/** Every test on which two runs of jest, as it writes them with `--json`, came to another verdict; `absent`: it was not run, or its file did not load. */
export function compareVerdicts(one, other) {
  const [verdicts, otherVerdicts] = [verdictsOf(one), verdictsOf(other)];
  return [...new Set([...verdicts.keys(), ...otherVerdicts.keys()])]
    .map((key) => ({ ...JSON.parse(key), verdicts: [verdicts, otherVerdicts].map((of) => of.get(key) ?? 'absent') }))
    .filter(({ verdicts: [first, second] }) => first !== second)
    .toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

const verdictsOf = ({ testResults }) =>
  new Map(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName: test, status }) => [JSON.stringify({ file: fileOf(name), test }), status]),
    ),
  );

/** Which group a spec is in depends on what else its run has: the test’s name says its spec. */
const fileOf = (name) => name.replace(/(\.cache\/groups\/\w+)\/.*/, '$1');
