import { instantAtShare, placePieces, shareOf } from './strip-layout.js';

const within = { from: 0, to: 100 };
const piece = (personId: string | null, from: number, to: number) => ({ key: `${personId} ${from}`, personId, from, to });

it('places pieces by their share of the time, and cuts what reaches beyond it', () => {
  const { pieces, lanes } = placePieces([piece('ana', -50, 25), piece('bo', 25, 150)], within);
  expect(lanes).toBe(1);
  expect(pieces).toMatchObject([
    { personId: 'ana', left: 0, width: 0.25, isCutLeft: true, isCutRight: false },
    { personId: 'bo', left: 0.25, width: 0.75, isCutLeft: false, isCutRight: true },
  ]);
});

it('puts people who are on call together below each other, and keeps each in a row', () => {
  const { pieces, lanes } = placePieces([piece('ana', 0, 40), piece('bo', 20, 60), piece('ana', 40, 80), piece('bo', 60, 100)], within);
  expect(lanes).toBe(2);
  expect(pieces.map(({ personId, lane }) => [personId, lane])).toEqual([
    ['ana', 0],
    ['bo', 1],
    ['ana', 0],
    ['bo', 1],
  ]);
});

it('leaves out what lies beside it, and turns without a length', () =>
  expect(placePieces([piece('ana', -20, 0), piece('bo', 100, 120), piece('cy', 50, 50)], within)).toEqual({ pieces: [], lanes: 1 }));

it('turns a share back into an instant, at most the edge', () =>
  expect([shareOf(25, within), instantAtShare(0.25, within), instantAtShare(1.4, within), instantAtShare(-1, within)]).toEqual([
    0.25, 25, 100, 0,
  ]));
