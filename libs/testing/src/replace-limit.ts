/** Replaces a limit, whose type is its number, until `jest.restoreAllMocks()`. */
export const replaceLimit = <Name extends string>(limitTable: Readonly<Record<Name, number>>, name: Name, value: number): void => {
  jest.replaceProperty(limitTable, name, value);
};
