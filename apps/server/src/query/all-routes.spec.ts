import { askedPlainly, nameOfRoute, samplesOf } from '../../../../test/promises/matrix/routes.js';

it('has for each route an example that the test of permissions asks it by', () => {
  expect(askedPlainly.filter((route) => samplesOf(route).length === 0).map(nameOfRoute)).toEqual([]);
});
