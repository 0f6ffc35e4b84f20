import { sharedWords, withAddresses } from './annotations-model.js';

const alert = (details: object | null, state: 'firing' | 'resolved' = 'firing') => ({
  state,
  details: details && JSON.stringify(details),
});

describe('what a sender says of an alert group', () => {
  it('is what it says of all alerts alike', () => {
    const db = alert({ description: 'Disk full', impact: 'checkout', host: 'db-1' });
    expect(sharedWords([db, alert({ description: 'Disk full', impact: 'checkout', host: 'db-2' })])).toEqual({
      description: 'Disk full',
      more: [['impact', 'checkout']],
    });
    expect(sharedWords([db, alert({ description: 'Another', impact: 'none' })])).toEqual({ description: null, more: [] });
    expect(sharedWords([])).toEqual({ description: null, more: [] });
  });

  it('is of those that fire, or of all where none does', () => {
    const over = alert({ description: 'Over' }, 'resolved');
    expect(sharedWords([over, alert({ description: 'Fires' })]).description).toBe('Fires');
    expect(sharedWords([over]).description).toBe('Over');
  });
});

it('finds web addresses in text, without the full stop behind them, and nothing else that could be pressed', () => {
  expect(withAddresses('See https://wiki.example.org/disk?a=1. Then (http://x.test/y) wait')).toEqual([
    'See ',
    'https://wiki.example.org/disk?a=1',
    '. Then (',
    'http://x.test/y',
    ') wait',
  ]);
  expect(withAddresses('javascript:alert(1)')).toEqual(['javascript:alert(1)']);
});
