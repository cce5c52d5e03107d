import { z } from 'zod'
import { localeCodes } from '../../locales.ts'
import { text } from '../../schema/text.ts'
import {
  codePurposes,
  customerSchema,
  loginSchema,
  passwordSchema,
  phoneCodeSchema,
  phoneSchema,
  sentCodeSchema,
  sessionSchema,
} from '../entities/account.ts'
import { endpoints, openService, service } from '../service.ts'

/** Where a session is opened, for its owner's list of sessions. */
const place = { machine_id: text().max(64).optional() }

/** That the customer holds the number: what `User.sendCode` answered, and what its message says. */
const proven = { phone: phoneSchema, proof: z.uuid(), code: phoneCodeSchema }

export const sendCode = openService({
  name: 'User.sendCode',
  endpoint: endpoints.partner,
  body: 'form',
  summary:
    'Sends a message with a code to a phone number. The answer is the same whether the number has an account; its holder learns that from the message.',
  request: z.object({
    phone: phoneSchema,
    purpose: z.enum(codePurposes),
    /** The message is written in it. */
    language: z.enum(localeCodes),
  }),
  answer: sentCodeSchema,
  refusals: ['message-failed'],
})

export const login = openService({
  name: 'User.login',
  endpoint: endpoints.partner,
  body: 'form',
  summary:
    'Signs in by phone number and password. Wrong passwords slow the number down, they never lock it.',
  request: z.object({ phone: phoneSchema, password: text().min(1).max(128), ...place }),
  answer: loginSchema,
  refusals: ['credentials-wrong'],
})

export const register = openService({
  name: 'User.register',
  endpoint: endpoints.partner,
  body: 'form',
  summary: 'Opens an account with a proven phone number and a password, and signs in.',
  request: z.object({
    ...proven,
    password: passwordSchema,
    username: text().trim().max(40).default(''),
    ...place,
  }),
  answer: loginSchema,
  refusals: ['phone-taken'],
})

export const resetPassword = openService({
  name: 'User.resetPassword',
  endpoint: endpoints.partner,
  body: 'form',
  summary:
    'Gives the account of a proven phone number a new password, ends its sessions, and signs in.',
  request: z.object({ ...proven, password: passwordSchema, ...place }),
  answer: loginSchema,
})

export const deviceLogin = openService({
  name: 'User.deviceLogin',
  endpoint: endpoints.partner,
  body: 'form',
  summary: 'Automatic login: the account of this device, opened when it is first seen.',
  request: z.object({
    /** 256 random bits that this device made and keeps, base64url. */
    device: z.string().regex(/^[\w-]{43}$/),
    ...place,
  }),
  answer: loginSchema,
})

export const bindPhone = service({
  name: 'User.bindPhone',
  endpoint: endpoints.partner,
  summary:
    'Gives an account that automatic login opened a proven phone number and a password; its sessions and its devices’ credentials end.',
  request: z.object({ ...proven, password: passwordSchema, ...place }),
  answer: loginSchema,
  refusals: ['phone-taken', 'already-bound'],
})

export const changePassword = service({
  name: 'User.changePassword',
  endpoint: endpoints.partner,
  summary: 'Changes the password; all sessions end, and a new one begins.',
  request: z.object({
    oldPassword: text().min(1).max(128),
    password: passwordSchema,
    ...place,
  }),
  answer: loginSchema,
})

export const userInfo = service({
  name: 'User.info',
  endpoint: endpoints.baking,
  body: 'form',
  summary: 'Who is signed in.',
  request: z.object({}),
  answer: customerSchema,
})

export const verifyToken = openService({
  name: 'User.verifyToken',
  endpoint: endpoints.shop,
  summary: 'Whether a token is still good; asked whenever the app is shown.',
  request: z.object({ token: text().max(200) }),
  answer: z.object({ valid: z.boolean() }),
})

export const sessionList = service({
  name: 'User.sessions',
  endpoint: endpoints.partner,
  summary: 'Where this account is signed in, latest first.',
  request: z.object({}),
  answer: z.array(sessionSchema),
})

export const endSession = service({
  name: 'User.endSession',
  endpoint: endpoints.partner,
  summary: 'Ends one session of this account at once.',
  request: z.object({ id: z.uuid() }),
  answer: z.object({}),
  refusals: ['session-unknown'],
})

export const endOtherSessions = service({
  name: 'User.endOtherSessions',
  endpoint: endpoints.partner,
  summary: 'Ends every session of this account but the one that it is called with.',
  request: z.object({}),
  answer: z.object({}),
})

export const logout = service({
  name: 'User.logout',
  endpoint: endpoints.partner,
  summary:
    'Revokes the token that it is called with, and the device’s credential where one is sent.',
  request: z.object({ device: text().max(64).optional() }),
  answer: z.object({}),
})
