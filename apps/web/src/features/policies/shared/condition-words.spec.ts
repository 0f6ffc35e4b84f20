import { conditionWords } from './condition-words.js';

it('says when a step is taken', () => {
  expect(conditionWords()).toBe('');
  expect(conditionWords({ urgency: 'low' })).toBe('only for low urgency');
  expect(
    conditionWords({
      hours: { when: 'outside', timeZone: 'Europe/Berlin', times: [{ weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } }] },
      labels: [
        { label: 'team', operator: '=~', value: 'db|web' },
        { label: 'env', operator: '!=', value: '' },
      ],
    }),
  ).toBe('only outside Mon–Fri 09:00–17:00 (Berlin), if team =~ db|web and env != “”');
});
