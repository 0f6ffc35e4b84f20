import { englishLikeOrder, isDayFirst } from './date-order.js';

it('is that of the reader’s language', () => {
  expect([isDayFirst('en-US'), isDayFirst('en-GB'), isDayFirst('de')]).toEqual([false, true, true]);
  expect(['en-GB', 'de-DE', 'fr', 'en-US', 'sv-SE', 'ja-JP', 'en-CA'].map(englishLikeOrder)).toEqual([
    'en-GB',
    'en-GB',
    'en-GB',
    'en-US',
    'en-CA',
    'en-CA',
    'en-CA',
  ]);
});
