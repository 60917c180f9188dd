"""What the house runs beside its tables: jackpot pools, tournaments, promotions."""
