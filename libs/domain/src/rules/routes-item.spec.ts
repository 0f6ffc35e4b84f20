import { routesItemId } from './routes-item.js';

it('names the routes of an integration as the web does', () => {
  expect(routesItemId('01900000-0000-7000-8000-000000000001')).toBe('618fbcd0-f7ea-5239-9d83-d1f45b2f0890');
});
