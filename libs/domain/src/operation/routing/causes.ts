import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { NamedCauses } from '@tocsin/kernel/registry.js';

type Run = FactOf<'SignalsRouted'>;

/** The signal of a run that these effects name, else the first one about their alert group. */
const findSignal = ({ items }: Run, effects: readonly Recorded[], named: readonly string[]): string | undefined => {
  const groups = new Set(effects.map(({ data }) => (data as { readonly groupId?: string } | null)?.groupId));
  const touching = items.filter(({ groupId }) => groups.has(groupId ?? '')).map(({ signal }) => signal.eventId);
  return named.find((id) => touching.includes(id)) ?? touching[0];
};

/** A run of signals has one cause in its metadata, but follows from all of them. */
export const causes: Readonly<Record<string, NamedCauses>> = {
  SignalsRouted: { of: ({ items }: Run) => items.map(({ signal }) => signal.eventId), behind: findSignal },
};
