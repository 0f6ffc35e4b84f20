import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import type { Evolver, Evolvers } from '../evolve/evolver.js';
import type { ExistingGroup } from '../state.js';
import type { AspectTimer } from './aspect.js';
import { closing } from './closing/closing.js';
import type { ClosingPart } from './closing/part.js';
import { mutes } from './mutes/mutes.js';
import type { MutesPart } from './mutes/part.js';
import { noise } from './noise/noise.js';
import type { NoisePart } from './noise/part.js';

const aspects = [closing, noise, mutes] as const;

export type AspectParts = ClosingPart & NoisePart & MutesPart;

export const beginAspects = (opened: FactOf<'AlertGroupOpened'>, factMeta: FactMeta): AspectParts => ({
  ...closing.begin(opened, factMeta),
  ...noise.begin(opened, factMeta),
  ...mutes.begin(opened, factMeta),
});

export const keepAspects = (state: AspectParts): AspectParts => ({ ...closing.keep(state), ...noise.keep(state), ...mutes.keep(state) });

/** The aspects’ own facts. */
export const evolveAspects = { ...closing.fold, ...noise.fold, ...mutes.fold };

type AnyEvolver = Evolver<never>;

const chain = (first: AnyEvolver, then: AnyEvolver | undefined): AnyEvolver =>
  then === undefined ? first : (state, data, factMeta) => then(first(state, data, factMeta), data, factMeta);

/** Each fact changes the rest of the state, then the aspects that look at it. */
export const withAspects = (evolvers: Evolvers): Evolvers =>
  Object.fromEntries(
    Object.entries(evolvers).map(([type, evolve]) => [
      type,
      aspects.reduce<AnyEvolver>((evolver, { also }) => chain(evolver, (also as Record<string, AnyEvolver>)[type]), evolve as AnyEvolver),
    ]),
  ) as unknown as Evolvers;

export const timersOfAspects = (state: ExistingGroup): readonly AspectTimer[] => aspects.flatMap(({ timers }) => timers(state));
