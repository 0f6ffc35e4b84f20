import { alertmanager, alertOf, pagerduty } from '../../routing/signals.fixture.js';
import { ana, bo, Harbour, pages, reachedBy, serviceOf } from '../groups.fixture.js';

const thread = (harbour: Harbour, key: string): void =>
  harbour.receives(
    alertmanager(
      Array.from({ length: 1_001 }, (_, n) => alertOf(`${key}${n}`, { severity: 'critical' })),
      { key },
    ),
  );
const of = (harbour: Harbour, number: number) => harbour.rows().find((row) => row.number === number)!;

/**
 * A storm of #51 and #52 that pages Ana while she is in the wait of a message; `open` of the fifty earlier groups are
 * still open.
 */
const storm = (open: number): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana], { waitMinutes: 60 })], services: 2 });
  for (let n = 0; n < 50; n += 1) harbour.receives(pagerduty(`k${n}`));
  for (const { id } of harbour.rows().slice(open)) harbour.act('ResolveAlertGroup', { groupId: id });
  thread(harbour, 't0-');
  thread(harbour, 't1-');
  harbour.world.advance(0);
  return harbour;
};
const firstEnds = (harbour: Harbour): void => {
  harbour.receives(alertmanager([], { key: 't0-', action: 'resolve' }));
  harbour.world.advance(0);
};
/** The groups whose pages were sent to a provider since the last call. */
const rung = (harbour: Harbour): readonly number[] => {
  const numbers = new Map(harbour.rows().map(({ id, number }) => [id, number]));
  return harbour.news().flatMap((event) => (event.type === 'AttemptStarted' ? [numbers.get(event.data.groupId)!] : []));
};

describe('a storm whose page waits for a bundle', () => {
  it('waits on when the next group leads, and is named by the bundle once', () => {
    const harbour = storm(1);
    harbour.passes(0.5);
    expect(of(harbour, 51).status).toBe('firing');
    harbour.news();
    firstEnds(harbour);
    harbour.passes(0.4);
    expect(rung(harbour)).toEqual([]);
    harbour.passes(0.2);
    expect(rung(harbour)).toEqual([52]);
    harbour.passes(5);
    expect(rung(harbour)).toEqual([]);
    expect(harbour.idleTimers()).toEqual([]);
  });

  it('is answered for where the group that leads by now is acknowledged: the wait is the short one again', () => {
    const harbour = storm(12);
    harbour.passes(1);
    expect(rung(harbour)).toContain(51);
    firstEnds(harbour);
    for (const { id, status } of harbour.rows()) if (status === 'firing') harbour.act('AcknowledgeAlertGroup', { groupId: id }, ana);
    harbour.news();
    for (const name of ['first', 'second'])
      harbour.receives({ ...alertmanager([alertOf(name, { severity: 'critical' })], { key: name }), serviceId: serviceOf(1) });
    expect(rung(harbour)).toEqual([53]);
    harbour.passes(1.1);
    expect(rung(harbour)).toEqual([54]);
  });

  it('takes the next step when it was due: whom the group before rang has heard of it', () => {
    const contacts = { [ana]: reachedBy(ana, ['email', 'webhook'], [['high', 0, 0], ['high', 1, 2]]) }; // prettier-ignore
    const harbour = new Harbour({ steps: [pages([ana], { waitMinutes: 5 }), pages([bo])], services: 2, contacts });
    for (let n = 0; n < 50; n += 1) harbour.receives(pagerduty(`k${n}`));
    for (const { id } of harbour.rows()) harbour.act('ResolveAlertGroup', { groupId: id });
    harbour.passes(1.1);
    harbour.receives({ ...alertmanager([alertOf('other', { severity: 'critical' })], { key: 'other' }), serviceId: serviceOf(1) });
    harbour.passes(0.5);
    thread(harbour, 't0-');
    thread(harbour, 't1-');
    harbour.passes(1);
    const [first, next] = harbour.rows().filter(({ storm: one, status }) => one && status === 'firing');
    harbour.news();
    firstEnds(harbour);
    harbour.passes(1.2);
    expect(harbour.news().some(({ type, data }) => type === 'AttemptWaits' && data.groupId === next!.id)).toBe(true);
    expect(of(harbour, next!.number).next).toEqual(first!.next);
  });
});
