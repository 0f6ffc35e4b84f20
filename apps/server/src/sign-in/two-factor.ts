import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { TwoFactorOffer } from '@tocsin/contracts/access/noun.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as accessLimits from '@tocsin/contracts/access/limits.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { accessOf } from '@tocsin/domain/setup/access/views.js';
import { addMillis, toMillis } from '@tocsin/kernel/time.js';
import type { NewSecrets } from '../secrets/new-secrets.js';
import { storeShownSecret } from '../secrets/shown-secrets.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import { recoveryCodeHash } from '../secrets/purpose-macs.js';
import { newSeed, newTypedCode, plainCode } from '../secrets/random-secrets.js';
import { offerRef } from '../secrets/secret-refs.js';

/** A valid code: one of the authenticator app, or a recovery code, which must be marked as used. */
export type AcceptedCode = { readonly by: 'app' } | { readonly by: 'recovery'; readonly recoveryHash: string };

interface TwoFactorEnrolment {
  readonly secret: string;
  readonly until: string;
}

/** Accepts one step of 30 s before and after, because clocks of phones are inexact. */
const tolerance = 1;

/**
 * Codes of an authenticator app (RFC 6238) and recovery codes. Secrets are in the vault; recovery codes are stored only as keyed
 * hashes.
 */
export class TwoFactor {
  constructor(private readonly parts: Pick<ServerParts, 'vault' | 'side' | 'clock' | 'reads'>) {}

  /** A new secret, which takes effect when a code of the app confirms it. */
  offer(person: PersonRow): TwoFactorOffer {
    const secret = new Secret({ buffer: newSeed() }).base32;
    const offer: TwoFactorEnrolment = { secret, until: addMillis(this.parts.clock.now(), accessLimits.twoFactorOffer) };
    this.parts.vault.putSecret(offerRef(person.id), JSON.stringify(offer));
    return { secret, uri: totpOf(secret, readablePersonal(person.email)).toString() };
  }

  /** Whether the code confirms the offered secret; if so, stores it at `secretRef` as well. Throws two_factor.not_begun. */
  confirmEnrolment(personId: string, code: string, secretRef: string, secrets: NewSecrets): boolean {
    const secret = this.findEnrolment(personId)?.secret;
    if (secret === undefined) throw new HttpProblem('two_factor.not_begun');
    if (!this.isRight(secret, code, secretRef)) return false;
    secrets.put(secretRef, secret);
    return true;
  }

  /** Deletes offers that were not confirmed in time. Iterates over existing offers, not over people. */
  pruneOffers(): void {
    for (const ref of this.parts.vault.secretRefs(offerRef(''))) {
      if (!this.findEnrolment(ref.slice(offerRef('').length))) this.parts.vault.dropSecret(ref);
    }
  }

  private findEnrolment(personId: string): TwoFactorEnrolment | undefined {
    const text = this.parts.vault.secret(offerRef(personId));
    const offer = text === null ? undefined : (JSON.parse(text) as TwoFactorEnrolment);
    return offer && this.parts.clock.now() <= offer.until ? offer : undefined;
  }

  /** Each code is accepted once; undefined for a wrong one. */
  check(personId: string, code: string): AcceptedCode | undefined {
    const { twoFactor } = accessOf(this.parts.reads, personId);
    const secret = twoFactor && this.parts.vault.secret(twoFactor.secretRef);
    if (!twoFactor || secret === null) return undefined;
    if (this.isRight(secret, code, twoFactor.secretRef)) return { by: 'app' };
    const recoveryHash = this.hashRecoveryCode(personId, code);
    return twoFactor.recoveryHashes.some((hash) => isSame(hash, recoveryHash)) ? { by: 'recovery', recoveryHash } : undefined;
  }

  /** Ten codes; a repeat of the command gets the same ones while responses are stored. */
  createRecoveryCodes(commandId: string, secrets: NewSecrets): readonly string[] {
    const until = addMillis(this.parts.clock.now(), limits.answersKept);
    const codes = storeShownSecret(secrets, { kind: 'recovery-codes', id: commandId, until }, () =>
      Array.from({ length: accessLimits.recoveryCodes }, newTypedCode).join(' '),
    );
    return codes.split(' ');
  }

  hashRecoveryCode(personId: string, code: string): string {
    return recoveryCodeHash(this.parts.vault, personId, plainCode(code));
  }

  private isRight(secret: string, code: string, secretRef: string): boolean {
    const totp = totpOf(secret, '');
    const timestamp = toMillis(this.parts.clock.now());
    const delta = totp.validate({ token: plainCode(code), timestamp, window: tolerance });
    return delta !== null && this.parts.side.usedCodes.use(secretRef, totp.counter({ timestamp }) + delta);
  }
}

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'Tocsin', label: label || 'Tocsin', secret: Secret.fromBase32(secret) });
const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
