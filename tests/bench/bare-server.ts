import Fastify from 'fastify'
import pg from 'pg'

/** The peer: nothing but fastify, and one query by a primary key on the same database. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = Fastify()
app.post<{ Body: { machine_id: string } }>('/bare', async ({ body }) => {
  const { rows } = await pool.query('select * from machines where id = $1', [body.machine_id])
  return rows[0]
})
app.get('/readyz', async () => ({ status: 'ready' }))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
