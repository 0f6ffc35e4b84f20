import type { Actor } from '@tocsin/contracts/envelope.js';
import { isErased } from '@tocsin/contracts/ids.js';
import type { ItemKind, KeyedKind } from '@tocsin/contracts/config-files/noun.js';
import { nameInReference, namesInReference } from '@tocsin/contracts/config-files/documents/shared.js';
import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { ConfigurationReads } from '../../reads.js';
import { keyWordOf } from '../../rules/external-key.js';
import { routesItemId } from '../../rules/routes-item.js';
import { nameKeyOf } from '../../rules/names.js';
import { addressFor } from './addresses.js';
import { nearest, type PlacedDocument, type Report } from './documents.js';

export type ItemDocument = DocumentOf<ItemKind>;

/** What has a name in its team. */
type NamedDocument = DocumentOf<KeyedKind>;

/** A document with the thing that it is about. */
export interface Item<D extends ItemDocument = ItemDocument> {
  readonly placed: PlacedDocument<D>;
  readonly id: string;
  /** Of the team that owns it; a team’s own. */
  readonly teamId: string;
  readonly isNew: boolean;
  /** `Payments/Checkout`. */
  readonly label: string;
  /** Of its row: that of routes is the integration, or the organisation’s. */
  readonly rowId: string;
}

interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly teamId?: string | null;
  /** What a name is unique in, where that is not the team. */
  readonly within?: string;
  readonly removed?: boolean;
}

/** They belong to no team, or can’t be moved to another one. */
const staying: ReadonlySet<string> = new Set(['Team', 'Integration', 'Heartbeat']);

const rowsOf: { readonly [K in KeyedKind]: (reads: ConfigurationReads) => Iterable<NamedRow> } = {
  Team: ({ teams }) => teams.all(),
  Connection: ({ connections }) => connections.all(),
  Schedule: ({ schedules }) => schedules.all(),
  Policy: ({ policies }) => policies.all(),
  Service: ({ services }) => services.all(),
  Integration: ({ integrations }) => integrations.all(),
  Heartbeat: ({ heartbeats, integrations }) =>
    [...heartbeats.all()].map(({ id, name, integrationId, state }) => ({
      id,
      name,
      teamId: integrations.get(integrationId)?.teamId ?? '',
      within: integrationId,
      removed: state === 'removed',
    })),
  MaintenanceWindow: ({ maintenanceWindows }) => maintenanceWindows.all(),
  LookupTable: ({ lookupTables }) => lookupTables.all(),
  InhibitionRule: ({ inhibitionRules }) => inhibitionRules.all(),
};

/** Which things the names and keys in files mean: those of the files first, then those of the server. */
export class Directory {
  /** By kind, team and name: ids. */
  private readonly byName = new Map<string, string>();
  private readonly people = new Map<string, string>();
  /** Whom nothing new may name. */
  private readonly disabled = new Map<string, string>();
  private readonly labels = new Map<string, string>();
  /** People as the viewer may read them, where that is not the label. */
  private readonly shown = new Map<string, string>();
  private readonly teams = new Map<string, string>();
  private readonly routers = new Map<string, string>();
  /** Ids of things that were removed, which can’t be used again. */
  private readonly gone = new Set<string>();
  private readonly goneNames = new Set<string>();
  readonly newPeople = new Set<string>();

  constructor(
    private readonly reads: ConfigurationReads,
    private readonly report: Report,
    viewer: Actor,
  ) {
    for (const row of reads.people.all()) {
      const { id, email, state } = row;
      if (isErased(email) || state === 'erased') continue;
      (state === 'disabled' ? this.disabled : this.people).set(nameKeyOf(email), id);
      this.labels.set(id, email);
      this.shown.set(id, addressFor({ actor: viewer }, row));
    }
    for (const kind of Object.keys(rowsOf) as KeyedKind[]) for (const row of rowsOf[kind](reads)) this.addRow(kind, row);
    for (const { id } of reads.routeRules.all()) this.addRouter(id);
  }

  private addRow(kind: KeyedKind, row: NamedRow): void {
    const { id, name, removed } = row;
    const teamId = row.teamId ?? '';
    if (removed) {
      this.gone.add(id);
      this.goneNames.add(this.wordOf(kind, row.within ?? teamId, name));
      return;
    }
    this.byName.set(this.wordOf(kind, kind === 'Team' ? '' : (row.within ?? teamId), name), id);
    this.teams.set(id, kind === 'Team' ? id : teamId);
    const team = kind === 'Team' || teamId === '' ? '' : `${nameInReference(this.reads.teams.get(teamId)?.name ?? '')}/`;
    this.labels.set(id, `${team}${nameInReference(name)}`);
  }

  private addRouter(routerId: string): string {
    const id = routesItemId(routerId);
    this.routers.set(id, routerId);
    this.teams.set(id, this.teams.get(routerId) ?? '');
    this.labels.set(id, routerId === organisationRouter ? 'organisation' : this.labelOf(routerId));
    return id;
  }

  /** The integration whose routes these are, or the organisation’s. */
  routerOf(id: string): string | undefined {
    return this.routers.get(id);
  }

  /** Routes have no name: they are those of an integration, or of the organisation. */
  routes(placed: PlacedDocument<DocumentOf<'Routes'>>): Item | undefined {
    const { integration } = placed.document;
    const routerId =
      integration === undefined ? organisationRouter : this.find('Integration', undefined, integration, placed, 'integration');
    if (routerId === undefined) return undefined;
    const id = this.addRouter(routerId);
    const isNew = (this.reads.routeRules.get(routerId)?.rules.length ?? 0) === 0;
    return { placed, id, teamId: this.teams.get(id)!, isNew, label: this.labelOf(id), rowId: routerId };
  }

  private wordOf(kind: ItemKind, teamId: string, name: string): string {
    return `${kind} ${teamId} ${nameKeyOf(name)}`;
  }

  /** The team that owns a thing. */
  teamOf(id: string): string | undefined {
    return this.teams.get(id);
  }

  personId(email: string): string | undefined {
    return this.people.get(nameKeyOf(email));
  }

  labelOf(id: string): string {
    return this.labels.get(id) ?? id;
  }

  /** The same, as the viewer may read it. */
  shownOf(id: string): string {
    return this.shown.get(id) ?? this.labelOf(id);
  }

  /** Somebody who is invited when the plan is applied. The id tells nothing about the address; people who are disabled stay as they are. */
  invite(email: string, planId: string): void {
    if (this.people.has(nameKeyOf(email)) || this.disabled.has(nameKeyOf(email))) return;
    const id = deriveNamedId(planId, 'Person', nameKeyOf(email));
    this.people.set(nameKeyOf(email), id);
    this.labels.set(id, email);
    this.newPeople.add(id);
  }

  person(email: string, placed: PlacedDocument, path: string): string | undefined {
    const id = this.people.get(nameKeyOf(email));
    if (id !== undefined) return id;
    if (this.disabled.has(nameKeyOf(email)))
      this.report(placed, path, 'config.person_gone', `“${email}” is disabled. Name somebody else, or enable the person first.`);
    else this.missing('person', email, [], placed, path);
    return undefined;
  }

  /** The thing that a document is about: by its key, its former name, or its name. Undefined: it names a team that there is not. */
  item<D extends NamedDocument>(
    placed: PlacedDocument<D>,
    owner: { readonly teamId: string; readonly label: string; readonly within?: string } | undefined,
  ): Item<D> | undefined {
    if (!owner) return undefined;
    const { kind, name, externalKey } = placed.document;
    const { within = owner.teamId } = owner;
    const word = (text: string): string => this.wordOf(kind, within, text);
    const known = this.byKey(kind, externalKey) ?? this.byIdentity(placed.document, word);
    const otherTeam = known === undefined || staying.has(kind) ? undefined : this.teams.get(known);
    if (otherTeam !== undefined && otherTeam !== owner.teamId)
      this.report(placed, 'team', 'config.other_team', `${this.labelOf(known!)} has this key. Write its team, or another externalKey.`);
    const label = `${owner.label}${nameInReference(name)}`;
    const own = placed.document.kind === 'Connection' ? placed.document.connectionKind : nameKeyOf(name);
    const id = known ?? this.newId(kind, externalKey ?? `${within} ${own}`);
    this.byName.set(word(name), id);
    this.labels.set(id, label);
    this.teams.set(id, kind === 'Team' ? id : owner.teamId);
    return { placed, id, teamId: kind === 'Team' ? id : owner.teamId, isNew: known === undefined, label, rowId: id };
  }

  /** There is one connection of each kind, whatever its name. */
  private byIdentity(document: NamedDocument, word: (name: string) => string): string | undefined {
    if (document.kind === 'Connection') return [...this.reads.connections.all()].find((row) => row.kind === document.connectionKind)?.id;
    const { name, previousName } = document;
    return (previousName === undefined ? undefined : this.byName.get(word(previousName))) ?? this.byName.get(word(name));
  }

  private byKey(kind: KeyedKind, externalKey: string | undefined): string | undefined {
    if (externalKey === undefined) return undefined;
    const [item] = this.reads.configItems.where('word', keyWordOf(kind, externalKey));
    const schedule =
      kind === 'Schedule' ? this.reads.schedules.where('externalKey', externalKey).find(({ removed }) => !removed) : undefined;
    const id = item?.id ?? schedule?.id;
    return id === undefined || this.gone.has(id) ? undefined : id;
  }

  /** Follows from the identity, so that two applies make one thing. */
  private newId(kind: ItemKind, identity: string): string {
    for (let n = 0; ; n += 1) {
      const id = deriveNamedId('config', kind, identity, n);
      if (!this.gone.has(id) && !this.labels.has(id)) return id;
    }
  }

  team(name: string, placed: PlacedDocument, path: string): string | undefined {
    return this.reference('Team', '', [name.trim()], placed, path);
  }

  /** What `Team/Name` or the name alone, in the document’s own team, means. */
  find(kind: ItemKind, ownTeamId: string | undefined, text: string, placed: PlacedDocument, path: string): string | undefined {
    if (kind === 'Team') return this.team(text, placed, path);
    const all = namesInReference(text);
    // the service of an integration may stand in between: its name is unique in the team
    const parts = kind === 'Integration' && all.length === 3 ? [all[0]!, all[2]!] : all;
    if (parts.length === 1 && ownTeamId !== undefined) return this.reference(kind, ownTeamId, parts, placed, path);
    const teamId = parts.length === 2 ? this.byName.get(this.wordOf('Team', '', parts[0]!)) : undefined;
    if (teamId !== undefined) return this.reference(kind, teamId, parts.slice(1), placed, path);
    this.missing(kind.toLowerCase(), text, this.namesOf(kind), placed, path);
    return undefined;
  }

  private reference(
    kind: ItemKind,
    teamId: string,
    [name = '']: readonly string[],
    placed: PlacedDocument,
    path: string,
  ): string | undefined {
    const word = this.wordOf(kind, kind === 'Team' ? '' : teamId, name);
    const id = this.byName.get(word);
    if (id === undefined && this.goneNames.has(word))
      this.report(
        placed,
        path,
        'config.reference_removed',
        `The ${kind.toLowerCase()} “${name}” was removed. Name another, or write it anew.`,
      );
    else if (id === undefined) this.missing(kind.toLowerCase(), name, this.namesOf(kind, teamId), placed, path);
    return id;
  }

  private namesOf(kind: ItemKind, teamId?: string): readonly string[] {
    const prefix = teamId === undefined || kind === 'Team' ? `${kind} ` : `${kind} ${teamId} `;
    return [...this.byName].flatMap(([word, id]) => (word.startsWith(prefix) ? [this.labelOf(id).split('/').at(-1)!] : []));
  }

  private missing(what: string, word: string, known: readonly string[], placed: PlacedDocument, path: string): void {
    const other = nearest(word, known);
    const hint = other === undefined ? 'Check the name, or add it to the files.' : `Did you mean “${other}”?`;
    this.report(placed, path, 'config.reference_missing', `No ${what} “${word}”. ${hint}`);
  }
}
