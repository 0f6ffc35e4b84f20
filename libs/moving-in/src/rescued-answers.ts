import { join } from 'node:path';
import type { ForeignAnswer } from '@tocsin/domain/observers/moving-in/answers.js';
import { BlockFile } from './rescue/block-file.js';
import type { Manifest } from './rescue/manifest.js';
import { isRead, type Line } from './rescue/questions.js';
import type { Seal } from './rescue/seal.js';
import type { System } from './rescue/source.js';

/** The configuration in a folder: history is left where it is. */
export async function rescuedAnswers(
  folder: string,
  system: System,
  { files, address }: Manifest,
  seal: Seal | null,
): Promise<readonly ForeignAnswer[]> {
  const history = new Set(system.kinds.filter(({ isHistory }) => isHistory).map(({ name }) => name));
  const answers: ForeignAnswer[] = [];
  for (const { kind, name, bytes } of files) {
    if (kind === null || history.has(kind)) continue;
    for await (const text of new BlockFile(join(folder, name), name, seal).lines(bytes)) {
      const line = JSON.parse(text) as Line;
      // a refusal is no answer: read as one, it would say that nobody is on call
      if (isRead(line))
        answers.push({ asked: shortened(line.asked, address), graphql: line.graphql, status: line.status, body: line.body });
    }
  }
  return answers;
}

/** Later pages are asked for at whole addresses. */
function shortened(asked: string, address: string): string {
  const [method = '', path = ''] = asked.split(' ');
  const { origin, pathname } = new URL(address);
  const base = pathname.replace(/\/+$/, '');
  const below = path.replace(origin, '');
  return `${method} ${(base !== '' && below.startsWith(base) ? below.slice(base.length) : below).replace(/^\/api\/v1\//, '/')}`;
}
