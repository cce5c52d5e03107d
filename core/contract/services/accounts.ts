import { z } from 'zod'
import { text } from '../../schema/text.ts'
import { customerSchema, loginSchema, passwordSchema, phoneSchema } from '../entities/account.ts'
import { endpoints, openService, service } from '../service.ts'

export const login = openService({
  name: 'User.login',
  endpoint: endpoints.partner,
  body: 'form',
  summary: 'Signs in by phone number and password.',
  request: z.object({ phone: phoneSchema, password: text().min(1).max(128) }),
  answer: loginSchema,
  refusals: ['credentials-wrong'],
})

export const register = openService({
  name: 'User.register',
  endpoint: endpoints.partner,
  body: 'form',
  summary: 'Opens an account with a phone number and a password, and signs in.',
  request: z.object({
    phone: phoneSchema,
    password: passwordSchema,
    username: text().trim().max(40).default(''),
  }),
  answer: loginSchema,
  refusals: ['phone-taken'],
})

export const deviceLogin = openService({
  name: 'User.deviceLogin',
  endpoint: endpoints.partner,
  body: 'form',
  summary: 'Automatic login: the account of this device, opened when it is first seen.',
  request: z.object({
    /** 256 random bits that this device made and keeps, base64url. */
    device: z.string().regex(/^[\w-]{43}$/),
  }),
  answer: loginSchema,
})

export const bindPhone = service({
  name: 'User.bindPhone',
  endpoint: endpoints.partner,
  summary: 'Gives an account that automatic login opened a phone number and a password.',
  request: z.object({ phone: phoneSchema, password: passwordSchema }),
  answer: loginSchema,
  refusals: ['phone-taken', 'already-bound'],
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

export const logout = service({
  name: 'User.logout',
  endpoint: endpoints.partner,
  summary: 'Revokes the token that it is called with.',
  request: z.object({}),
  answer: z.object({}),
})
