import { Inject, type Provider } from '@nestjs/common';
import type { ServerParts } from './server-parts.js';

type PartName = keyof ServerParts;

const tokenOf = (name: PartName): string => `part:${name}`;

/** By the names that are asked for together: what each constructor is handed. */
const requestedSets = new Map<string, readonly PartName[]>();

/** In a constructor: these parts of the server and no others. `Needs`, its type, is made of the same list. */
export const Uses = (names: readonly PartName[]): ParameterDecorator => {
  const token = `parts:${names.toSorted().join(',')}`;
  requestedSets.set(token, names);
  return Inject(token);
};

/** A provider for each part, and one for each set of them that some constructor asks for. */
export const partProviders = (parts: ServerParts): readonly Provider[] => [
  ...(Object.keys(parts) as PartName[]).map((name) => ({ provide: tokenOf(name), useValue: parts[name] })),
  ...[...requestedSets].map(([provide, names]) => ({
    provide,
    inject: names.map(tokenOf),
    useFactory: (...found: readonly unknown[]) => Object.fromEntries(names.map((name, n) => [name, found[n]])),
  })),
];
