import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigurationDocument, ConfigurationFiles } from '@tocsin/domain/observers/moving-in/configuration-files.js';

export interface FileText {
  readonly path: string;
  readonly text: string;
}

export const textsOf = (files: ConfigurationFiles): readonly FileText[] =>
  Object.entries(files).flatMap(([path, documents]) =>
    inParts(documents).map(([first, ...others], n) => ({
      path: n === 0 ? path : path.replace('.json', `-${n + 1}.json`),
      text: `${JSON.stringify([{ apiVersion: 'tocsin.dev/v1', ...first }, ...others], null, 2)}\n`,
    })),
  );

/** As large as one file can be: indented, a document is at most this many times longer. */
const indented = 3;

function inParts(documents: readonly ConfigurationDocument[]): readonly (readonly ConfigurationDocument[])[] {
  const parts: ConfigurationDocument[][] = [];
  let length = 0;
  for (const document of documents) {
    length += JSON.stringify(document).length * indented;
    if (parts.length === 0 || length > fileLimits.fileBytes.each) {
      parts.push([]);
      length = JSON.stringify(document).length * indented;
    }
    parts.at(-1)!.push(document);
  }
  return parts;
}
