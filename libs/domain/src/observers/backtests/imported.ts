import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { EventSource } from '@tocsin/kernel/replay/source.js';
import type { WhatIfOptions } from '@tocsin/kernel/replay/what-if.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { importLogic } from '../imports/shared/import-logic.js';

/** Whether this is the history of another system: nothing in it was decided by rules of Tocsin. */
export const isImport = (source: EventSource): boolean => {
  const first = source.at(1) as RecordedFact | undefined;
  return first?.type === 'LogOpened' && first.data.kind === 'import';
};

/** The last event of the organisation that an import invents: what comes after it is from the table. */
export const lastOfInstallation = (source: EventSource): number => {
  for (let ordinal = 0; ;) {
    const page = source.after(ordinal);
    const first = page.find(({ meta }) => meta.logic === importLogic);
    if (first) return first.ordinal - 1;
    if (page.length === 0) return ordinal;
    ordinal = page.at(-1)!.ordinal;
  }
};

/** Alert groups of the table: here, the signals beside them open groups instead. What people did is repeated. */
export const isOfTable: NonNullable<WhatIfOptions['isDecidedElsewhere']> = ({ stream, meta }) =>
  meta.logic === importLogic && stream.startsWith('alertGroup-') && meta.actor.kind !== 'person';

/** What a table says of an alert group: it knows no pages and no urgency. */
export const outlineOfTable = ({ type }: Pick<Recorded, 'type'>): unknown =>
  type === 'AlertGroupOpened' || type === 'AlertGroupAcknowledged' || type === 'AlertGroupResolved' ? { type } : undefined;

/** A table names people without their contact methods: each is assumed to have a phone, so that the rules can page them. */
export const assumePhones = (world: World): void => {
  const contacts = world.memory.rows<ContactRow>('contacts');
  for (const { id: personId, role, state } of world.memory.rows<PersonRow>('people').all()) {
    if (state !== 'active' || (contacts.get(personId)?.methods.length ?? 0) > 0) continue;
    const actor: Actor = { kind: 'person', id: personId, roles: [role] };
    const phone = { kind: 'push', personId, contactMethodId: deriveNamedId('assumed phone', personId), address: 'https://phone.invalid/' };
    const outcome = world.run({ type: 'AddContactMethod', data: { ...phone, secretRef: 'assumed' } }, { actor });
    if (outcome.kind !== 'done') throw new Error(`the assumed phone of ${personId}: ${outcome.kind}`);
  }
};
