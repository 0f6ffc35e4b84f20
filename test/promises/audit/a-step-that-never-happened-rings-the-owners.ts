import { warningIn, type AlarmPromises } from './alarm.js';

export const aStepThatNeverHappenedRingsTheOwners: AlarmPromises = {
  'a minute after it was due owners get a message that names the alert group, straight from the server': async (alarm) => {
    const { phone } = alarm.stage.ana;
    await alarm.openGroup();
    alarm.setClockRate(20);
    const ring = await phone.waitForRing((one) => warningIn(one)?.subject.includes('overdue') === true);
    const warning = warningIn(ring)!;
    // on a busy machine others may be late, too
    expect(warning.subject).toMatch(/^Tocsin: \d+ pages? (?:is|are) overdue$/);
    expect(warning.says).toMatch(/due and not attempted within a minute.*: #1\b/);
    expect(warning.link).toContain('/settings/health');
    const { audit } = await alarm.getHealth();
    expect(audit!.overdue).toContainEqual(expect.objectContaining({ kind: 'never', what: 'step', groupId: alarm.groupId }));
  },

  'and are paged by an alert group of its own, which nobody else is': async (alarm) => {
    const { stage, bo } = alarm;
    const page = await stage.ana.phone.waitFor(({ title }) => title.startsWith('Audit:'));
    expect(page).toMatchObject({ title: expect.stringMatching(/^Audit: .* overdue \(#1\b/) as unknown, urgency: 'high', quiet: false });
    expect(bo.phone.messages).toEqual([]);
  },
};
