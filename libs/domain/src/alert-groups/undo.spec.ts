import type { Actor } from '@tocsin/contracts/envelope.js';
import { alertmanager, alertOf } from '../routing/signals.fixture.js';
import { ana, as, bo, Harbour, pages } from './groups.fixture.js';

const byLink = (personId: string): Actor => ({ ...as(personId), roles: [], via: 'link:email' });
const undo = 'UnacknowledgeAlertGroup';

const acknowledged = (): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana, bo])] });
  harbour.receives(alertmanager([alertOf('Disk')]));
  harbour.act('AcknowledgeAlertGroup', {}, byLink(ana));
  harbour.news();
  return harbour;
};

describe('undoing by the link of a page', () => {
  it('pages again after ten seconds of grace, at the step that had been reached', () => {
    const harbour = acknowledged();
    harbour.passes(9 / 60);
    harbour.act(undo, {}, byLink(ana));
    expect(harbour.row()).toMatchObject({ status: 'firing', holder: null, next: { step: 1 } });
    harbour.passes(9 / 60);
    expect(harbour.paged()).toEqual([]);
    harbour.passes(1 / 60);
    expect(harbour.paged()).toEqual([ana, bo]);
  });

  it('is over after ten seconds', () => {
    const harbour = acknowledged();
    harbour.passes(11 / 60);
    expect(harbour.refusal(harbour.act(undo, {}, byLink(ana)))).toBe('page_link.undo_over');
    expect(harbour.row()).toMatchObject({ status: 'acknowledged' });
  });

  it('is theirs alone who did it, and by a link', () => {
    const harbour = acknowledged();
    expect(harbour.refusal(harbour.act(undo, {}, byLink(bo)))).toBe('page_link.undo_over');
    harbour.act('TakeOverAlertGroup', {}, bo);
    harbour.act('TakeOverAlertGroup', {}, ana);
    expect(harbour.refusal(harbour.act(undo, {}, byLink(ana)))).toBe('page_link.undo_over');
    harbour.act(undo, {}, ana);
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    expect(harbour.refusal(harbour.act(undo, {}, byLink(ana)))).toBe('page_link.undo_over');
  });

  it('changes nothing the second time', () => {
    const harbour = acknowledged();
    harbour.act(undo, {}, byLink(ana));
    harbour.news();
    expect(harbour.act(undo, {}, byLink(ana)).kind).not.toBe('refused');
    expect(harbour.types()).toEqual([]);
  });

  it('ends a snooze that was made by the link', () => {
    const harbour = new Harbour({ steps: [pages([ana])] });
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.act('SnoozeAlertGroup', { minutes: 30 }, byLink(ana));
    harbour.act('UnsnoozeAlertGroup', {}, byLink(ana));
    expect(harbour.row()).toMatchObject({ status: 'firing', next: { step: 1 } });
  });

  it('leads not back from an acknowledgement of what was snoozed: it would page at once', () => {
    const harbour = new Harbour({ steps: [pages([ana])] });
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.act('SnoozeAlertGroup', { minutes: 30 }, ana);
    harbour.act('AcknowledgeAlertGroup', {}, byLink(ana));
    expect(harbour.refusal(harbour.act(undo, {}, byLink(ana)))).toBe('page_link.undo_over');
  });
});
