-- Trades of a builder are found by its orders: most orders have none.
create index orders_builder on orders (builder, no) where builder is not null;
