import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { CommandData } from '@tocsin/contracts/catalogue.js';
import * as fileLimits from '@tocsin/contracts/exported-files/limits.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment, AugmentInput, Augments } from '../command/augmentation.js';

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const eventsPerTurn = 200;

type Opening = Extract<AlertGroupFact, { type: 'AlertGroupOpened' }>['data'];

/** What the history says of a group: whose it is, and who is in it, in the order in which they appear. Ids are never encrypted. */
const readGroup = async ({ log, reads }: AugmentInput['parts'], groupId: string) => {
  const people = new Set<string>();
  let first: StoredEvent | undefined;
  for (let from = 0; ;) {
    const page = await log.readStream(`alertGroup-${groupId}`, from, eventsPerTurn);
    first ??= page[0];
    for (const { data, meta } of page)
      for (const [id] of `${data}${meta}`.matchAll(ids)) if (!people.has(id) && reads.people.get(id)) people.add(id);
    if (page.length === 0) break;
    from = page.at(-1)!.revision + 1;
    await nextTurn();
  }
  if (!first) throw new HttpProblem('alert_group.not_found');
  const { teamId } = JSON.parse(first.data) as Opening;
  return { teamId, people: [...people] };
};

type OfGroup = 'ExportFilm' | 'ExportGroupPack';

/** Files show the history as of the export, whenever they are downloaded. */
const augmentOfGroup = async ({ groupId, names }: CommandData<OfGroup>, { parts }: AugmentInput) => {
  const { ordinal: upTo } = await parts.log.head();
  const { teamId, people } = await readGroup(parts, groupId);
  const listed = people.slice(0, fileLimits.peopleListed);
  return { data: { groupId, teamId, names, people: listed, morePeople: people.length - listed.length, upTo }, says: {} };
};

/** Who may be named in a pack of a quarter. */
const membersOf = ({ reads }: AugmentInput['parts'], teamId: string | null): readonly string[] => {
  const teams = teamId === null ? [...reads.teams.all()] : [reads.teams.get(teamId)];
  return [...new Set(teams.flatMap((team) => team?.members.map(({ personId }) => personId) ?? []))];
};

/** `seal`: signs everything that is on the log, so that the proof of a pack covers it. */
export const exportAugments = (seal: () => Promise<void>): Augments => {
  const augmentPack: Augment<'ExportGroupPack'> = async (data, with_) => {
    const augmented = await augmentOfGroup(data, with_);
    if (await with_.wouldChange(augmented.data)) await seal();
    return augmented;
  };
  const augmentPerson: Augment<'ExportPersonPack'> = async (data, { parts, wouldChange }) => {
    const augmented = { ...data, upTo: (await parts.log.head()).ordinal };
    if (await wouldChange(augmented)) await seal();
    return { data: augmented, says: {} };
  };
  const augmentQuarter: Augment<'ExportQuarterPack'> = async (data, { parts, wouldChange }) => {
    const people = data.names ? membersOf(parts, data.teamId) : [];
    const listed = people.slice(0, fileLimits.peopleListed);
    const { ordinal: upTo } = await parts.log.head();
    const augmented = { ...data, people: listed, morePeople: people.length - listed.length, upTo };
    if (await wouldChange(augmented)) await seal();
    return { data: augmented, says: {} };
  };
  return { ExportFilm: augmentOfGroup, ExportGroupPack: augmentPack, ExportPersonPack: augmentPerson, ExportQuarterPack: augmentQuarter };
};
