import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { MethodReceipt, ReceiptsRow } from '@tocsin/contracts/contacts/receipts.js';
import { foldRows } from '@tocsin/kernel/decide/given.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { ana, Scenario, methodOf, pages, contactsOfPerson } from '../../operation/alert-groups/groups.fixture.js';
import type { AttemptOutcome } from '../../operation/alert-groups/paging/attempts.js';
import { bo, idOf, recordedFacts } from '../../configuration.fixture.js';
import { alertmanager, alertOf } from '../../operation/routing/signals.fixture.js';
import {
  browserAdded,
  browserId,
  emailAdded,
  emailId,
  emailVerified,
  phoneAdded,
  phoneLost,
  phoneId,
  phoneRenewed,
} from './facts.fixture.js';
import { receiptsView } from './receipts.view.js';

/** The n-th fact is recorded at n minutes past three. */
const minute = (n: number): string => `2026-11-21T03:${String(n).padStart(2, '0')}:00.000Z`;
const rowOfBo = (...facts: readonly Fact[]) => {
  const events = recordedFacts(facts).map((event, n) => ({ ...event, meta: { ...event.meta, at: minute(n) } }));
  return foldRows(receiptsView as AnyView, events).get(bo) as ReceiptsRow | undefined;
};
const receiptAfter = (contactMethodId: string, ...facts: readonly Fact[]): MethodReceipt | undefined =>
  rowOfBo(...facts)?.methods.find((one) => one.contactMethodId === contactMethodId);

const data = { groupId: idOf('9'), pageId: idOf('8'), attemptId: idOf('7'), to: { personId: bo, contactMethodId: phoneId } };
const sentFact: Fact = { type: 'AttemptSent', data: { ...data, providerId: null } };
const arrived: Fact = { type: 'AttemptDelivered', data };
const readFact: Fact = { type: 'AttemptRead', data };
const failedFact = (reason: 'delivery.timeout' | 'delivery.held' = 'delivery.timeout'): Fact => ({
  type: 'AttemptFailed',
  data: { ...data, reason, detail: '10 s', retry: true },
});

describe('when a contact method last worked', () => {
  it('is when it was taken, and when the device said that it arrived', () => {
    const noReceipts = { contactMethodId: phoneId, since: minute(0), sentAt: null, deliveredAt: null, failed: null };
    expect(receiptAfter(phoneId, phoneAdded)).toEqual(noReceipts);
    expect(receiptAfter(phoneId, phoneAdded, sentFact)).toEqual({ ...noReceipts, sentAt: minute(1) });
    expect(receiptAfter(phoneId, phoneAdded, sentFact, arrived)).toEqual({ ...noReceipts, sentAt: minute(1), deliveredAt: minute(2) });
    expect(receiptAfter(phoneId, phoneAdded, sentFact, arrived, readFact)).toMatchObject({ deliveredAt: minute(3) });
  });

  it('is kept beside what failed since, counted until one works again', () => {
    const failedTwice = receiptAfter(phoneId, phoneAdded, sentFact, failedFact(), failedFact());
    expect(failedTwice).toMatchObject({ sentAt: minute(1), failed: { at: minute(3), reason: 'delivery.timeout', inARow: 2 } });
    expect(receiptAfter(phoneId, phoneAdded, failedFact(), sentFact)).toMatchObject({ sentAt: minute(2), failed: null });
    expect(receiptAfter(phoneId, phoneAdded, failedFact(), readFact)).toMatchObject({ failed: null });
  });

  it('is begun anew by a proof that it is there', () => {
    expect(receiptAfter(emailId, emailAdded, emailVerified)).toMatchObject({ since: minute(1) });
    expect(receiptAfter(phoneId, phoneAdded, arrived, failedFact(), phoneLost, phoneRenewed)).toEqual({
      contactMethodId: phoneId,
      since: minute(4),
      sentAt: null,
      deliveredAt: minute(1),
      failed: null,
    });
  });

  it('says nothing of what a held store would have sent', () => {
    expect(receiptAfter(phoneId, phoneAdded, failedFact('delivery.held'))).toMatchObject({ failed: null });
  });

  it('goes with the method, and with the person; what comes late brings nothing back', () => {
    const removedFact: Fact = { type: 'ContactMethodRemoved', data: { personId: bo, contactMethodId: phoneId } };
    expect(rowOfBo(browserAdded, phoneAdded, removedFact, sentFact)?.methods.map((one) => one.contactMethodId)).toEqual([browserId]);
    expect(rowOfBo(phoneAdded, { type: 'PersonErased', data: { personId: bo } }, failedFact())).toBeUndefined();
  });
});

describe('an attempt that came to something', () => {
  const outcomes: Readonly<Record<string, AttemptOutcome>> = {
    push: { ok: true, state: 'sent', providerId: null },
    email: { ok: false, reason: 'delivery.provider_rejected', detail: '550', retry: false },
    browser: { ok: true, state: 'delivered', providerId: null },
  };

  it('says whom it was for and by what', () => {
    const rules = [0, 1, 2].map((n) => ['high', n, 0] as const);
    const scenario = new Scenario({
      steps: [pages([ana])],
      contacts: { [ana]: contactsOfPerson(ana, ['push', 'email', 'browser'], rules) },
    });
    scenario.provider = ({ kind, personId }) => (personId === ana ? outcomes[kind]! : null);
    scenario.receives(alertmanager([alertOf('Disk')]));
    const { pageId, attempts } = scenario.ladder().pages[0]!;
    scenario.act('RecordReceipt', { pageId, attemptId: attempts[0]!.attemptId, receipt: 'read' });
    const receiptOnly = (type: 'AttemptSent' | 'AttemptDelivered' | 'AttemptRead' | 'AttemptFailed') =>
      scenario.all(type).map(({ data: { to } }) => [to.personId, to.contactMethodId]);
    const by = (n: number) => [ana, methodOf(ana, n)];
    expect(receiptOnly('AttemptSent')).toEqual([by(0), by(2)]);
    expect(receiptOnly('AttemptDelivered')).toEqual([by(2)]);
    expect(receiptOnly('AttemptRead')).toEqual([by(0)]);
    expect(receiptOnly('AttemptFailed')).toEqual([by(1)]);
  });
});
