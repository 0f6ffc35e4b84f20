import * as fileLimits from '@tocsin/contracts/exported-files/limits.js';
import { peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { teamCreated } from '@tocsin/testing/largest/facts.js';
import { longest, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';

const ofGroup = () => ({
  large: peopleWorld(),
  data: {
    groupId: nth('91', 1),
    teamId: nth('7e', 1),
    names: true,
    people: many(fileLimits.peopleListed, person),
    morePeople: 1_000_000,
    upTo: 1_000_000_000,
  },
});

export const largest: LargestCases = {
  ExportFilm: ofGroup,
  ExportGroupPack: ofGroup,
  ExportQuarterPack: () => ({
    large: peopleWorld().has(`team-${team(1)}`, teamCreated(team(1))),
    data: {
      teamId: team(1),
      quarter: '2026-Q4',
      names: true,
      people: many(fileLimits.peopleListed, person),
      morePeople: 1_000_000,
      upTo: 1_000_000_000,
    },
  }),
  ExportPersonPack: () => ({
    large: peopleWorld(),
    data: {
      personId: person(1),
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
      comment: longest(fileLimits.reason),
      upTo: 1_000_000_000,
    },
  }),
};
