import type { Promises } from './messages.js';

export const saysWhereTheProblemIs: Promises = {
  'a page names the instance that its alerts share, the service, and where it came from': async ({ stage }) => {
    await stage.alertmanager('firing', [{ name: 'DiskFull', instance: 'db-7' }]);
    const page = stage.ana.phone.pages.at(-1)!;
    expect(page.labels).toMatchObject({ instance: 'db-7' });
    expect(page).toMatchObject({ alerts: 1, urgency: 'high' });
    expect([page.service, page.source].every((name) => name !== null && name !== '')).toBe(true);
  },
};
