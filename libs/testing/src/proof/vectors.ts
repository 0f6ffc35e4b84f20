import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface VectorEvent {
  readonly ordinal: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly v: number;
  readonly data: string;
  readonly meta: string;
}

/** Files, hashes and a seal that any reader of the format must take, and files that it must refuse. */
export interface ProofVectors {
  readonly key: { readonly seed: string; readonly public: string; readonly id: string };
  readonly log: string;
  readonly events: readonly VectorEvent[];
  readonly frames: readonly string[];
  readonly leaves: readonly string[];
  readonly roots: Readonly<Record<string, string>>;
  readonly sealOf5: string;
  readonly export: string;
  readonly selection: string;
  readonly mustFail: readonly { readonly why: string; readonly export: string }[];
}

export const vectorsFile = join('docs', 'guide', 'proof-vectors.json');
export const proofVectors = JSON.parse(readFileSync(vectorsFile, 'utf8')) as ProofVectors;
