import { alertGroupText, searchTerms } from './search.js';

const services = [
  { id: 's1', name: 'Checkout' },
  { id: 's2', name: 'Search' },
];

it('a search names, for each word, the services that bear it', () => {
  expect(searchTerms('  Disk  CHECK ', { services })).toEqual([
    { text: 'disk', or: { serviceId: [] }, alerts: { text: 'disk' } },
    { text: 'check', or: { serviceId: ['s1'] }, alerts: { text: 'check' } },
  ]);
});

it('what somebody opened by hand is found by that', () => {
  expect(searchTerms('manual', { services })).toMatchObject([{ text: 'manual', or: { serviceId: [null] } }]);
});

it('a search has at most eight words, each of at most a hundred characters', () => {
  const sought = searchTerms(`${'x'.repeat(500)} a b c d e f g h i`, { services });
  expect([sought.length, sought[0]!.text.length]).toEqual([8, 100]);
});

it('a group is found by its number, its title and its labels', () => {
  expect(alertGroupText({ number: 12, title: 'Disk FULL', labels: ['host=DB-1'] })).toBe('#12 disk full host=db-1');
});

it('a quoted part is one word, also when its end is still being typed', () => {
  const texts = (q: string) => searchTerms(q, { services }).map(({ text }) => text);
  expect([texts('"disk is full" web'), texts('job="my job"'), texts('"disk is'), texts('""')]).toEqual([
    ['disk is full', 'web'],
    ['job=my job'],
    ['disk is'],
    [],
  ]);
});

it('takes states, teams, labels that are not, and patterns, whose case counts', () => {
  const names = { services, teams: [{ id: 't1', name: 'Payments' }] };
  expect(searchTerms('status:Firing team:PAY env!=Test Host=~"web-\\D+ x" host!~a|b', names)).toMatchObject([
    { or: { status: ['firing'] } },
    { or: { teamId: ['t1'] } },
    { text: 'env=test', whole: true, not: true, alerts: { label: 'env', pattern: 'Test' } },
    { alerts: { label: 'host', pattern: 'web-\\D+ x' } },
    { alerts: { label: 'host', pattern: 'a|b' }, not: true },
  ]);
});

it('reads no operator in a word that begins with a quote, and any value in quotes', () => {
  const names = { services, teams: [{ id: 't1', name: 'Payments and shop' }] };
  expect(searchTerms('"env!=test" "status:firing" "host=~a|b" "team:x" "job=a b"', names)).toMatchObject(
    ['env!=test', 'status:firing', 'host=~a|b', 'team:x', 'job=a b'].map((text) => ({ text, alerts: { text } })),
  );
  expect(searchTerms('team:"and shop" service:"check" status:"firing" job!="a b" job!~"a b"', names)).toMatchObject([
    { or: { teamId: ['t1'] } },
    { or: { serviceId: ['s1'] } },
    { or: { status: ['firing'] } },
    { text: 'job=a b', not: true },
    { alerts: { label: 'job', pattern: 'a b' }, not: true },
  ]);
});

it('takes an empty value in quotes as a missing label', () => {
  expect(searchTerms('env="" env!="" env=~"" env!~""', { services })).toMatchObject([
    { alerts: { label: 'env', pattern: '.+' }, not: true },
    { alerts: { label: 'env', pattern: '.+' } },
    { alerts: { label: 'env', pattern: '.+' }, not: true },
    { alerts: { label: 'env', pattern: '.+' } },
  ]);
  expect(searchTerms('env!=""', { services })[0]).not.toHaveProperty('not');
});

it('leaves out an operator whose value is still being typed', () => {
  expect(searchTerms('disk env!= host=~ host!~ status: team: service: urgency:', { services })).toMatchObject([{ text: 'disk' }]);
  // all that have the label
  expect(searchTerms('host=', { services })).toMatchObject([{ text: 'host=' }]);
});

it('compares the value after != as it is, not as a pattern', () => {
  expect(searchTerms('path!=/a.b(c)*', { services })).toMatchObject([
    { text: 'path=/a.b(c)*', not: true, alerts: { label: 'path', pattern: String.raw`/a\.b\(c\)\*` } },
  ]);
});

it('knows the labels of services: alert groups of those that have one, or of all others', () => {
  const services = [
    { id: 's1', name: 'Checkout', labels: { tier: 'Gold' } },
    { id: 's2', name: 'Cart' },
  ];
  const idsOf = (q: string) => searchTerms(q, { services }).map(({ or, not }) => [or['serviceId'], not ?? false]);
  expect(idsOf('service.tier=gold')).toEqual([[['s1'], false]]);
  expect(idsOf('service.tier!=gold')).toEqual([[['s1'], true]]);
  expect(idsOf('service.tier=silver')).toEqual([[[], false]]);
  expect(idsOf('service.tier=""')).toEqual([[['s1'], true]]);
  expect(idsOf('service.tier=')).toEqual([]);
});
