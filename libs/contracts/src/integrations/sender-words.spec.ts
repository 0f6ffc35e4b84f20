import { senderWords } from './sender-words.js';

describe('what a sender says of an alert beside its summary', () => {
  it.each([
    ['nothing', null, null, []],
    ['an empty text', '  ', null, []],
    ['a text', 'The disk is nearly full.\n', 'The disk is nearly full.', []],
    [
      'annotations of Prometheus',
      JSON.stringify({ summary: 'Disk', description: '/var is 97 % full', runbook_url: 'https://x', query: 'node_filesystem' }),
      '/var is 97 % full',
      [['query', 'node_filesystem']],
    ],
    [
      'custom details of PagerDuty',
      JSON.stringify({ load: 3.2, tags: ['a'], empty: '' }),
      null,
      [
        ['load', '3.2'],
        ['tags', '["a"]'],
      ],
    ],
    ['a message where there is no description', JSON.stringify({ description: ' ', message: 'full' }), 'full', []],
    ['a list', '["a","b"]', '["a","b"]', []],
    ['JSON that was cut at the limit', '{"description":"/var is', null, [['details', '{"description":"/var is']]],
    ['a value that is nothing', JSON.stringify({ a: null }), null, [['a', 'null']]],
  ])('%s', (_, details, description, more) => {
    expect(senderWords(details)).toEqual({ description, more });
  });
});
