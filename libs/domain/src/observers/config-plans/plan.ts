import type { ConfigDocument, DocumentOf } from '@tocsin/contracts/config-files/format.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import { nameKeyOf } from '../../rules/names.js';
import { Directory, type Item, type ItemDocument } from './directory.js';
import { Errors, type PlacedDocument, type PlacedOf } from './documents.js';
import type { Invitation, PlanInput, PlannedFiles, PlannedItem } from './input.js';
import { isOver } from './maintenance-fields.js';
import { planItem } from './plan-item.js';
import { planRemovals } from './removals.js';
import { planSeeds } from './seeds.js';
import { tryPlan } from './try-plan.js';
import { checkZones } from './zones.js';

/** Commands of one kind, in the order in which they go out. Removals come last, the other way round. */
const phases = [
  'Team',
  'Connection',
  'Schedule',
  'Policy',
  'Service',
  'Integration',
  'Routes',
  'Heartbeat',
  'MaintenanceWindow',
  'LookupTable',
  'InhibitionRule',
] as const;

const isOf =
  <K extends ConfigDocument['kind']>(kind: K) =>
  (placed: PlacedDocument): placed is PlacedOf<K> =>
    placed.document.kind === kind;

interface Owner {
  readonly teamId: string;
  readonly label: string;
  readonly within?: string;
}

interface OfTeam {
  readonly team?: string;
}

/** Without a team they are the organisation’s. */
const ofAll: ReadonlySet<string> = new Set(['Connection', 'MaintenanceWindow', 'LookupTable', 'InhibitionRule']);

/** Who owns a document’s thing: its team, the service of an integration, the integration of a heartbeat. */
const ownerOf = (placed: PlacedDocument<Exclude<ItemDocument, DocumentOf<'Routes'>>>, directory: Directory): Owner | undefined => {
  const { document } = placed;
  if (document.kind === 'Team') return { teamId: '', label: '' };
  if (ofAll.has(document.kind) && (document as OfTeam).team === undefined) return { teamId: '', label: '' };
  if (document.kind === 'Heartbeat') {
    const within = directory.find('Integration', undefined, document.integration, placed, 'integration');
    const teamId = within === undefined ? undefined : directory.teamOf(within);
    return teamId === undefined ? undefined : { teamId, label: `${directory.labelOf(within!)}/`, within: within! };
  }
  if (document.kind === 'Integration') {
    const serviceId = directory.find('Service', undefined, document.service, placed, 'service');
    if (serviceId === undefined) return undefined;
    const label = directory.labelOf(serviceId);
    const teamId = directory.teamOf(serviceId);
    return teamId === undefined ? undefined : { teamId, label: `${label}/` };
  }
  const teamId = directory.team((document as OfTeam).team!, placed, 'team');
  return teamId === undefined ? undefined : { teamId, label: `${directory.labelOf(teamId)}/` };
};

const isRoutes = (placed: PlacedDocument<ItemDocument>): placed is PlacedOf<'Routes'> => placed.document.kind === 'Routes';

const itemOf = (placed: PlacedDocument<ItemDocument>, directory: Directory): Item | undefined => {
  if (isRoutes(placed)) return directory.routes(placed);
  const named = placed as PlacedDocument<Exclude<ItemDocument, DocumentOf<'Routes'>>>;
  return directory.item(named, ownerOf(named, directory));
};

const listItems = (documents: readonly PlacedDocument[], directory: Directory, { report }: Errors): readonly Item[] => {
  const seen = new Map<string, PlacedDocument>();
  return phases.flatMap((kind) =>
    documents.filter(isOf(kind)).flatMap((placed): readonly Item[] => {
      const item = itemOf(placed, directory);
      if (!item) return [];
      const word = `${kind} ${item.id}`;
      const other = seen.get(word);
      if (other) {
        report(
          placed,
          kind === 'Routes' ? 'integration' : 'name',
          'config.duplicate',
          `${kind} ${item.label} is also in ${other.place.file}:${other.place.line}. Keep one of them.`,
        );
        return [];
      }
      seen.set(word, placed);
      return [item];
    }),
  );
};

const invitationsOf = (documents: readonly PlacedOf<'Person'>[], directory: Directory, planId: string): readonly Invitation[] => {
  const invitations = new Map<string, Invitation>();
  for (const { document } of documents) {
    directory.invite(document.email, planId);
    const personId = directory.personId(document.email);
    const { email, name = email.split('@')[0]!, role, timeZone } = document;
    if (personId !== undefined && directory.newPeople.has(personId))
      invitations.set(personId, { personId, email, name, role, ...(timeZone ? { timeZone } : {}) });
  }
  return [...invitations.values()];
};

const inTeam = (team: string | null, directory: Directory): ((item: { readonly teamId: string }) => boolean) => {
  if (team === null) return () => true;
  const wanted = nameKeyOf(team);
  return ({ teamId }) => nameKeyOf(directory.labelOf(teamId)) === wanted;
};

/** A window that takes place once, and is over before it was made. */
const isOverBefore = ({ placed: { document }, isNew }: Item, now: string): boolean =>
  isNew && document.kind === 'MaintenanceWindow' && isOver(document, now);

/** What these files would change: pure, so that the same files on the same configuration always make the same plan. */
export const planFiles = (input: PlanInput): PlannedFiles => {
  const { documents, reads, options } = input;
  const errors = new Errors();
  for (const document of documents) checkZones(document, errors.report);
  const directory = new Directory(reads, errors.report, input.viewer);
  const invitations = invitationsOf(documents.filter(isOf('Person')), directory, input.planId);
  const isWanted = inTeam(options.team, directory);
  const listed = listItems(documents, directory, errors).filter(isWanted);
  const over = listed.filter((item) => isOverBefore(item, input.now));
  const items = listed.filter((item) => !over.includes(item));
  const planned = items.map((item) => planItem(item, { ...input, directory, errors }));
  const removals = planRemovals(items, isWanted, { ...input, directory, errors });
  const seeds = planSeeds(documents.filter(isOf('Overrides')), isWanted, { ...input, directory, errors });
  const steps = [
    ...phases.flatMap((phase) => planned.flatMap(({ steps: own }) => own[phase] ?? [])),
    ...seeds.steps,
    ...planned.flatMap(({ steps: own }) => own.last ?? []),
    ...removals.steps,
    ...ownedOnly(planned),
  ];
  const changes = [...planned.flatMap(({ change }) => change ?? []), ...seeds.changes, ...removals.changes];
  if (errors.all.length === 0) tryPlan(steps, invitations, { ...input, directory, errors, changes });
  return {
    changes,
    shownChanges: [...planned.flatMap(({ shownChange }) => shownChange ?? []), ...seeds.changes, ...removals.changes],
    labelOf: (id) => directory.labelOf(id),
    shownOf: (id) => directory.shownOf(id),
    steps,
    invitations,
    rules: planned.flatMap(({ rules }) => rules ?? []),
    unchanged: planned.filter(({ change }) => !change).length,
    drift: planned.filter(({ isDrift }) => isDrift).length,
    warnings: [...removals.warnings, ...over.map(({ label }) => `MaintenanceWindow ${label} is over: it is not made.`)],
    errors: errors.all.slice(0, fileLimits.errorsListed),
    keys: Object.fromEntries(planned.flatMap(({ keys, item }) => (keys.length > 0 ? [[item.id, keys]] : []))),
    secrets: Object.fromEntries(planned.map(({ secrets, item }) => [item.id, secrets])),
  };
};

/** What the files say and is so already becomes owned, without a command. */
const ownedOnly = (planned: readonly PlannedItem[]): readonly ConfigStep[] => {
  const owned = planned.flatMap(({ adopted }) => adopted ?? []);
  const parts = Array.from({ length: Math.ceil(owned.length / fileLimits.ownedTogether) }, (_, n) =>
    owned.slice(n * fileLimits.ownedTogether, (n + 1) * fileLimits.ownedTogether),
  );
  return parts.map((part) => ({ command: null, about: 'Files own what is as they say', owned: part }));
};
