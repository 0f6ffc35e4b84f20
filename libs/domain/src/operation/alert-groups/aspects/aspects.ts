import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Intersection } from '@tocsin/contracts/merge.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import type { Evolver, Evolvers } from '../evolve/evolver.js';
import type { ExistingGroup } from '../state.js';
import type { AspectTimer } from './aspect.js';
import { actionNeeded } from './action-needed/action-needed.js';
import { closing } from './closing/closing.js';
import { flaps } from './flaps/flaps.js';
import { mutes } from './mutes/mutes.js';
import { nights } from './nights/nights.js';
import { noise } from './noise/noise.js';
import type { AspectParts } from './parts.js';

const aspects = [actionNeeded, closing, nights, noise, mutes, flaps] as const;

const joined = (parts: readonly Partial<AspectParts>[]): AspectParts => Object.assign({}, ...parts) as AspectParts;

export const beginAspects = (opened: FactOf<'AlertGroupOpened'>, factMeta: FactMeta): AspectParts =>
  joined(aspects.map(({ begin }) => begin(opened, factMeta)));

export const keepAspects = (state: AspectParts): AspectParts => joined(aspects.map(({ keep }) => keep(state)));

/** The aspects’ own facts. */
export const evolveAspects = Object.assign({}, ...aspects.map(({ fold }) => fold)) as Intersection<(typeof aspects)[number]['fold']>;

type AnyEvolver = Evolver<never>;

const chain = (first: AnyEvolver, then: AnyEvolver | undefined): AnyEvolver =>
  then === undefined ? first : (state, data, factMeta) => then(first(state, data, factMeta), data, factMeta);

/** Each fact changes the rest of the state, then the aspects that look at it. */
export const withAspects = (evolvers: Evolvers): Evolvers =>
  Object.fromEntries(
    Object.entries(evolvers).map(([type, evolve]) => [
      type,
      aspects.reduce<AnyEvolver>(
        (evolver, { also, every }) => chain(chain(evolver, (also as Record<string, AnyEvolver>)[type]), every),
        evolve as AnyEvolver,
      ),
    ]),
  ) as unknown as Evolvers;

export const timersOfAspects = (state: ExistingGroup): readonly AspectTimer[] => aspects.flatMap(({ timers }) => timers(state));
