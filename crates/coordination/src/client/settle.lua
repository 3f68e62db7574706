-- KEYS: deadlines, reservation. ARGV: actual. Once; unknown ids are nothing to do. The settled reservation stays until it
-- expires, so that a late repetition of its `reserve` does not reserve again.
if redis.call('HGET', KEYS[2], 'state') ~= 'open' then return 0 end
local max = redis.call('HGET', KEYS[2], 'max')
local difference = string.format('%.0f', tonumber(ARGV[1]) - tonumber(max))
for balance in string.gmatch(redis.call('HGET', KEYS[2], 'balances'), '[^\n]+') do
  -- A balance that is gone will be read from Postgres, which knows.
  if redis.call('EXISTS', balance) == 1 then redis.call('INCRBY', balance, difference) end
end
redis.call('HSET', KEYS[2], 'state', 'settled')
redis.call('ZREM', KEYS[1], KEYS[2])
return 1
