import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { AccessController } from './access.controller.js';
import { Attempts } from './attempts.js';
import { JoiningController } from './joining.controller.js';
import { OpenIdController } from './open-id.controller.js';
import { PasswordsController } from './passwords.controller.js';
import { ProofController } from './proof.controller.js';
import { SessionStarter } from './session-starter.js';
import { SessionController } from './session.controller.js';
import { SetUpCode } from './set-up-code.js';
import { SetUpController } from './set-up.controller.js';
import { TwoFactor } from './two-factor.js';

export const signInRoom = (parts: ServerParts): Room => ({
  controllers: [
    SetUpController,
    SessionController,
    JoiningController,
    PasswordsController,
    AccessController,
    ProofController,
    OpenIdController,
  ],
  providers: [
    { provide: Attempts, useFactory: () => new Attempts(parts) },
    { provide: TwoFactor, useFactory: () => new TwoFactor(parts) },
    SessionStarter,
    SetUpCode,
  ],
});
