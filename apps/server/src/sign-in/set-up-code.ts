import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newTypedCode, plainCode } from '../secrets/random-secrets.js';

/** Printed in the server’s terminal: entering it proves access to that terminal when the set-up runs on another machine. */
@Injectable()
export class SetUpCode {
  readonly code = newTypedCode();

  /** The right code is accepted after any number of wrong ones: 59 bits can’t be guessed over a network. */
  isMatching(typedText: string | undefined): boolean {
    const typedBytes = Buffer.from(plainCode(typedText ?? ''));
    const right = Buffer.from(plainCode(this.code));
    return typedBytes.length === right.length && timingSafeEqual(typedBytes, right);
  }
}
