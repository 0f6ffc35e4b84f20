import { Inject, type Provider } from '@nestjs/common';
import type { ServerParts } from './server-parts.js';

type PartName = keyof ServerParts;

const tokenOf = (name: PartName): string => `part:${name}`;

/** Sets of dependencies requested by constructors, by injection token. */
const requestedSets = new Map<string, readonly PartName[]>();

/** Injects these parts of the server into a constructor, and no others. The type `Dependencies` is made from the same list. */
export const Uses = (names: readonly PartName[]): ParameterDecorator => {
  const token = `parts:${names.toSorted().join(',')}`;
  requestedSets.set(token, names);
  return Inject(token);
};

/** One provider for each dependency, and one for each set requested by a constructor. */
export const partProviders = (parts: ServerParts): readonly Provider[] => [
  ...(Object.keys(parts) as PartName[]).map((name) => ({ provide: tokenOf(name), useValue: parts[name] })),
  ...[...requestedSets].map(([provide, names]) => ({
    provide,
    inject: names.map(tokenOf),
    useFactory: (...values: readonly unknown[]) => Object.fromEntries(names.map((name, n) => [name, values[n]])),
  })),
];
